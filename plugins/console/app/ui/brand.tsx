import icon from "../icon.svg";

/** The name of the product with its sign. */
export function Brand() {
  return (
    <span class="brand">
      <img src={icon} alt="" width="24" height="24" />
      Postern
    </span>
  );
}

/** Calls operations of a gateway by id, and throws an error if a call is refused. */
export function createClient(url, key) {
  return async (id, body) => {
    const response = await fetch(`${url}/api/v1/${id.replaceAll(".", "/")}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${id}: ${answer.code}: ${answer.detail}`);
    return answer;
  };
}

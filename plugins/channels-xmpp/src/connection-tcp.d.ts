/** Types for the used part of @xmpp/connection-tcp, which has none. */
declare module "@xmpp/connection-tcp" {
  class ConnectionTCP {
    socketParameters(service: string): object | undefined;
  }
  // biome-ignore lint/style/noDefaultExport: the library exports it this way
  export default ConnectionTCP;
}

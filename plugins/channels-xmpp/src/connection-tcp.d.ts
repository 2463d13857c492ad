/** What is used of @xmpp/connection-tcp, which comes without types. */
declare module "@xmpp/connection-tcp" {
  class ConnectionTCP {
    socketParameters(service: string): object | undefined;
  }
  // biome-ignore lint/style/noDefaultExport: the library exports it so.
  export default ConnectionTCP;
}

/** Types for the used part of irc-framework, which has none. */
declare module "irc-framework" {
  export interface IrcMessage {
    readonly command: string;
    readonly params: readonly string[];
    readonly tags: Readonly<Record<string, string>>;
    readonly prefix: string;
    readonly nick: string;
    readonly ident: string;
    readonly hostname: string;
  }

  interface Middleware {
    use(handle: (command: string, message: IrcMessage, line: string, client: Client, next: () => void) => void): void;
  }

  export interface ClientOptions {
    nick: string;
    username: string;
    gecos: string;
    password?: string;
    account: { account?: string; password?: string };
    version?: string | false;
    auto_reconnect: false;
    ping_interval: 0;
    ping_timeout: 0;
    enable_echomessage: boolean;
    sasl_disconnect_on_fail: boolean;
    transport: new () => unknown;
  }

  export class Client {
    readonly user: { nick: string };
    readonly network: {
      isChannelName(name: string): boolean;
      extractTargetGroup(target: string): { target: string; target_group: string } | null;
    };
    options: ClientOptions;
    constructor(options: ClientOptions);
    use(add: (client: Client, raw: Middleware) => void): this;
    on(event: "sasl failed", listener: (event: { reason: string; message?: string }) => void): this;
    on(event: "socket close", listener: () => void): this;
    connect(): void;
    raw(...parts: string[]): void;
    changeNick(nick: string): void;
    caseLower(text: string): string;
  }

  const irc: { readonly Client: typeof Client };
  // biome-ignore lint/style/noDefaultExport: the library exports it this way
  export default irc;
}

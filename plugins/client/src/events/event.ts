/** An event of a gateway: CloudEvents 1.0 in JSON. */
export interface GatewayEvent<Type extends string = string, Data = unknown> {
  readonly specversion: "1.0";
  /** Ordered and unique: usable as a cursor. */
  readonly id: string;
  /** The group, such as `/chats`. */
  readonly source: string;
  readonly type: Type;
  /** The id of the record that the event is about. */
  readonly subject?: string;
  readonly topic?: string;
  /** ISO 8601, in UTC. */
  readonly time: string;
  readonly datacontenttype: "application/json";
  /** The id of the context that caused the event. */
  readonly actor: string;
  /** The trace of the event, as in the W3C header of this name. */
  readonly traceparent?: string;
  readonly data: Data;
}

/** Events after `after` and before `first` are no longer available. Those from `first` on follow. */
export interface Gap {
  readonly type: "gap";
  readonly after: string;
  readonly first: string;
}

/** An HTTP response: an object is sent as JSON. */
export interface Reply {
  readonly status: number;
  readonly body: object | string;
  /** Media type of a text. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const notFound: Reply = { status: 404, body: { Error: 'Not found' } };

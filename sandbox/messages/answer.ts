/** An answer over HTTP: an object goes out as JSON. */
export interface Answer {
  readonly status: number;
  readonly body: object | string;
  /** Media type of a text. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const notFound: Answer = { status: 404, body: { Error: 'Not found' } };

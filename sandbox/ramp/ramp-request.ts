import type { IncomingHttpHeaders } from 'node:http';

/** A request as the parts of the ramp see it. */
export interface RampRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer: an object goes out as JSON, a text as what `type` says. */
export interface RampResponse {
  readonly status: number;
  readonly body: object | string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

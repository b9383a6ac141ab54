import type { IncomingHttpHeaders } from 'node:http';

/** A request as the parts of the ramp see it. */
export interface RampRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A response: an object is sent as JSON, a string with the media type `type`. */
export interface RampResponse {
  readonly status: number;
  readonly body: object | string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

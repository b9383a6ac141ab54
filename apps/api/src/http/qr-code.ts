import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { ErrorBody } from '#wire/error-body';
import type { DrawQrCode } from '../ports/qr-code.ts';

const SMALLEST_PX = 20;
const LARGEST_PX = 1000;
const LONGEST_DATA = 1024;
/** The picture and its URL may contain a user's private address, which must not outlive the session in a browser. */
const CACHE_CONTROL = 'no-store';

const query = z.object({
  size: z._default(z.string().check(z.regex(/^([0-9]{2,4})x\1$/)), '270x270'),
  data: z.string().check(z.minLength(1), z.maxLength(LONGEST_DATA)),
});

/**
 * The picture service for QR codes, in the protocol of api.qrserver.com:
 * `GET /v1/create-qr-code/?size=270x270&data=…` returns a PNG of exactly that size, or 400.
 */
export function registerQrCode(
  app: FastifyInstance,
  {
    drawQrCode,
    otherService,
  }: {
    readonly drawQrCode: DrawQrCode;
    /** Origin of another service with this protocol, which then draws instead; null when we draw. */
    readonly otherService: string | null;
  },
): void {
  for (const path of ['/v1/create-qr-code/', '/v1/create-qr-code']) {
    app.get(path, async (request, reply) => {
      const query = parseRequest(request.query);
      if (query === null) return reply.code(400).send(NOT_UNDERSTOOD);
      if (otherService !== null) return reply.redirect(addressAt(otherService, query));
      const png = await drawQrCode(query.data, query.sizePx);
      if (png === null) return reply.code(400).send(TOO_SMALL);
      return reply.type('image/png').header('cache-control', CACHE_CONTROL).send(png);
    });
  }
}

const NOT_UNDERSTOOD: ErrorBody = {
  error: `Give data of 1 to ${LONGEST_DATA} characters, and a square size from ${SMALLEST_PX} to ${LARGEST_PX}, as in 270x270.`,
  code: 'bad-request',
};
const TOO_SMALL: ErrorBody = {
  error: 'This data doesn’t fit in this size. Request a larger one.',
  code: 'bad-request',
};

function addressAt(origin: string, { data, sizePx }: { data: string; sizePx: number }): string {
  const query = new URLSearchParams({ size: `${sizePx}x${sizePx}`, data });
  return `${origin}/v1/create-qr-code/?${query}`;
}

function parseRequest(input: unknown): { sizePx: number; data: string } | null {
  const parsed = query.safeParse(input);
  if (!parsed.success) return null;
  const sizePx = Number.parseInt(parsed.data.size, 10);
  if (sizePx < SMALLEST_PX || sizePx > LARGEST_PX) return null;
  return { sizePx, data: parsed.data.data };
}

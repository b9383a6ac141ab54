import type { FastifyRequest } from 'fastify';
import { type Client, type Refusal, refuse } from '../application/call.ts';
import type { VerifyProof } from './device-proof.ts';
import { bodyHashOf } from './json-body.ts';

const BEARER = /^bearer ([^\s]+)$/i;

/**
 * Reads which device signed a request. A request without a `DPoP` header has no device; one whose proof is not about
 * exactly this request is refused, whatever the call.
 */
export function readDevice(
  verifyProof: VerifyProof,
  request: FastifyRequest,
): Pick<Client, 'device'> | Refusal {
  const { dpop: proof, authorization, 'idempotency-key': key } = request.headers;
  if (proof === undefined) return { device: null };
  const outcome = verifyProof([proof].flat().join(), {
    method: request.method,
    target: request.raw.url ?? '',
    bearer: BEARER.exec(authorization ?? '')?.[1] ?? null,
    bodyHash: bodyHashOf(request),
    idempotencyKey: key === undefined ? null : [key].flat().join(),
  });
  return outcome.kind === 'proven' ? { device: outcome.device } : refuse(outcome.code);
}

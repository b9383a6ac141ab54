import * as z from 'zod/mini';
import type { AnyContract } from '#wire/contract';
import { errorBody, WORK_HEADER } from '#wire/error-body';
import { statusByCode } from '#wire/error-statuses';
import type { ErrorCode } from '#wire/errors';
import { APPROVAL_HEADER } from '#wire/security/approval';

type Json = Record<string, unknown>;

/** Error codes of every call. */
const COMMON: readonly ErrorCode[] = [
  'bad-request',
  'origin-not-allowed',
  'too-many-requests',
  'device-proof-not-valid',
  'device-proof-expired',
  'internal',
  'not-ready',
];
/** Additional error codes of every call with a body. */
const OF_BODIES: readonly ErrorCode[] = ['body-too-large', 'unsupported-media-type'];

/** @returns the OpenAPI 3.1 description of the API, generated from the contracts. */
export function openApiDocument(contracts: readonly AnyContract[]): Json {
  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    const path = `/api${contract.path}`;
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operationOf(contract) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kax',
      version: '0.1.0',
      description:
        'Every call of the wallet. Amounts are digit strings in base units. Refused calls return `error`, a sentence, and `code`. A request may prove its device with a `DPoP` header (RFC 9449).',
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(errorBody) },
    },
  };
}

function operationOf(contract: AnyContract): Json {
  const parameters = [
    ...parametersOf(contract.params, 'path'),
    ...parametersOf(contract.query, 'query'),
    ...(contract.needsIdempotencyKey === true ? [idempotencyKey] : []),
    ...(contract.errors.includes('work-needed') ? [workHeader] : []),
    ...(contract.errors.includes('approval-needed') ? [approvalHeader] : []),
  ];
  return {
    operationId: contract.name,
    summary: contract.summary,
    security: contract.access === 'session' ? [{ bearer: [] }] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(contract.body
      ? { requestBody: { required: true, content: json(schemaOf(contract.body)) } }
      : {}),
    responses: {
      200: { description: 'Done', content: responseOf(contract) },
      ...refusalsOf(contract),
    },
  };
}

function responseOf({ response, isStream }: AnyContract): Json {
  const schema = schemaOf(response);
  return isStream === true ? { 'text/event-stream': { schema } } : json(schema);
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: '1 to 255 visible characters. A key permanently identifies one payment.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const workHeader = {
  name: WORK_HEADER,
  in: 'header',
  required: false,
  description: 'The solution of the puzzle that a refusal with `work-needed` brought.',
  schema: { type: 'string', maxLength: 400 },
};

const approvalHeader = {
  name: APPROVAL_HEADER,
  in: 'header',
  required: false,
  description:
    'What `approval-needed` asks for: `<id>.<method>.<proof>`. The proof is a passkey’s assertion (`id`, `clientDataJSON`, `authenticatorData`, `signature`) as JSON in base64url, 6 digits of an authenticator app, or a recovery code.',
  schema: { type: 'string', maxLength: 8000 },
};

function refusalsOf(contract: AnyContract): Record<string, Json> {
  const guarded: readonly ErrorCode[] = contract.access === 'session' ? ['unauthorized'] : [];
  const ofBody = contract.body === undefined ? [] : OF_BODIES;
  const codesByStatus = new Map<number, Set<ErrorCode>>();
  for (const code of [...COMMON, ...guarded, ...ofBody, ...contract.errors]) {
    const status = statusByCode[code];
    codesByStatus.set(status, (codesByStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [
      String(status),
      { description: [...codes].join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  );
}

function parametersOf(schema: AnyContract['params'], place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: NonNullable<AnyContract['params']>): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Json;
  return rest;
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

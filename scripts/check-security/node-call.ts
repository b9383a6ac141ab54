import * as z from 'zod/mini';

const response = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});

/** Calls a node of a chain. @returns its result. Throws what it refuses with. */
export async function callNode(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = response.parse(await reply.json());
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

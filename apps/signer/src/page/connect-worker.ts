import type {
  CallName,
  CallWorker,
  WorkerCalls,
  WorkerReply,
  WorkerRequest,
} from '../worker/calls.ts';

/** @returns what calls the functions of the Worker, which has the keys */
export function connectWorker(worker: Worker): CallWorker {
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  worker.addEventListener('message', ({ data: reply }: MessageEvent<WorkerReply>) => {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) call?.reject(new Error(reply.error));
    else call?.resolve(reply.result);
  });
  worker.addEventListener('error', () => {
    for (const call of waiting.values()) call.reject(new Error('The Worker of the signer failed.'));
    waiting.clear();
  });
  return async <Name extends CallName>(name: Name, request: WorkerCalls[Name]['request']) => {
    last += 1;
    const call = Promise.withResolvers<unknown>();
    waiting.set(last, call);
    worker.postMessage({ id: last, name, request } satisfies WorkerRequest, secretsIn(request));
    // Both ends are built together: `WorkerHandlers` says what each call returns.
    return (await call.promise) as WorkerCalls[Name]['response'];
  };
}

/** @returns what moves to the Worker instead of being copied, so that the page keeps nothing of it */
function secretsIn(request: object): Transferable[] {
  return Object.values(request).flatMap((value) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}

import type { Operation } from '#domain/operation/operation';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { Operations } from '../../../ports/operations.ts';

/** A money command as its person named it. */
export interface NamedCommand {
  readonly userId: string;
  readonly idempotencyKey: string;
  /** The command in one canonical line. */
  readonly fingerprint: string;
}

/** Makes a command unless it was made before. */
export type CommandOnce<Answer> = (
  command: NamedCommand,
  make: () => Promise<Answer | Refusal>,
) => Promise<Answer | Refusal>;

/**
 * One key of a person is one command for ever: a repeat gets the answer of what is stored, another command under
 * the same key is refused.
 * @param answerStored the answer for an operation that was stored under the key before
 */
export function createCommandOnce<Answer extends object>(
  operations: Pick<Operations, 'findByKey'>,
  answerStored: (operation: Operation) => Answer | Refusal | Promise<Answer | Refusal>,
): CommandOnce<Answer> {
  type Answered = Promise<Answer | Refusal>;
  const underWay = new Map<string, { readonly fingerprint: string; readonly answer: Answered }>();

  async function replayStored(command: NamedCommand): Promise<Answer | Refusal | null> {
    const stored = await operations.findByKey(command.userId, command.idempotencyKey);
    if (stored === null) return null;
    if (stored.fingerprint !== command.fingerprint) {
      return refuse('idempotency-key-reused', { operationId: stored.operation.id });
    }
    return answerStored(stored.operation);
  }

  async function makeOnce(command: NamedCommand, make: () => Answered): Answered {
    const earlier = await replayStored(command);
    if (earlier !== null) return earlier;
    try {
      const answer = await make();
      if (!('refused' in answer)) return answer;
      // The balance may be short because another request of this very key has just been paid.
      return (await replayStored(command)) ?? answer;
    } catch (cause) {
      // The command may have been stored although the answer of the database was lost.
      const replayed = await replayStored(command);
      if (replayed === null) throw cause;
      return replayed;
    }
  }

  return async (command, make) => {
    const requestId = `${command.userId} ${command.idempotencyKey}`;
    // Repeats that come while the first is under way share its answer: a refusal that one of them heard stays
    // true for all. That they are one command is the book's promise, not this map's.
    const first = underWay.get(requestId);
    if (first?.fingerprint === command.fingerprint) return first.answer;
    if (first !== undefined) await first.answer.catch(() => undefined);
    const answer = makeOnce(command, make);
    underWay.set(requestId, { fingerprint: command.fingerprint, answer });
    try {
      return await answer;
    } finally {
      if (underWay.get(requestId)?.answer === answer) underWay.delete(requestId);
    }
  };
}

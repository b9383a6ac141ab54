import type pg from 'pg';
import type { ShieldedQuestion, ShieldedQuestions } from '../../../ports/shielded-questions.ts';
import type { RunKey, ShieldedSeals } from '../../../ports/shielded-seals.ts';
import { readExact, writeExact } from '../connection/exact-json.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import type { shieldedRequests } from '../schema/shielded.ts';

/** Channel on which a chain's id is told when its pool's process is asked something. */
export const SHIELDED_QUESTIONS_CHANNEL = 'shielded_questions';
/** Channel on which the id of a question is told that was answered. */
export const SHIELDED_ANSWERS_CHANNEL = 'shielded_answers';

export const TAKE = statement<RowOf<typeof shieldedRequests, 'id' | 'question'>>(
  `update shielded_requests set taken_at = $2
   where key_id = $1 and taken_at is null and deadline > $2 returning id, question`,
);

export const RESPOND = statement(
  `with answered as (update shielded_requests set answer = $2 where id = $1)
   select pg_notify('${SHIELDED_ANSWERS_CHANNEL}', $3)`,
);

export const SWEEP = statement('delete from shielded_requests where deadline < $1');

/** What is sealed in a question: with its key the answer is sealed. */
export interface SealedQuestion {
  readonly question: ShieldedQuestion;
  /** 32 bytes in base64. */
  readonly answerKey: string;
}

/** @returns who and what a question or an answer is for */
export function questionContext(id: string): readonly string[] {
  return ['shielded question', id];
}

export function answerContext(id: string): readonly string[] {
  return ['shielded answer', id];
}

/** The questions that were sealed for one run. */
export function createPostgresShieldedQuestions(
  { pool }: { readonly pool: pg.Pool },
  seals: Pick<ShieldedSeals, 'sealWith'>,
  {
    key,
    report,
  }: {
    readonly key: RunKey;
    readonly report: (trouble: { readonly message: string; readonly cause: unknown }) => void;
  },
): ShieldedQuestions {
  function open(id: string, sealed: Buffer): SealedQuestion | null {
    try {
      return readExact<SealedQuestion>(key.open(sealed, questionContext(id)).toString('utf8'));
    } catch (cause) {
      report({ message: 'A question to the pool could not be opened.', cause });
      return null;
    }
  }
  return {
    async take(now) {
      const rows = await readAll(pool, TAKE, [key.keyId, now]);
      return rows.flatMap(({ id, question: sealed }) => {
        const opened = open(id, sealed);
        if (opened === null) return [];
        const { question, answerKey } = opened;
        return {
          question,
          answer: async (answer) => {
            const plain = Buffer.from(writeExact(answer));
            const box = seals.sealWith(Buffer.from(answerKey, 'base64'), plain, answerContext(id));
            await run(pool, RESPOND, [id, box, id]);
          },
        };
      });
    },
    async sweep(now) {
      await run(pool, SWEEP, [now]);
    },
  };
}

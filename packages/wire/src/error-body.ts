import * as z from 'zod/mini';
import { errorShell, WORK_HEADER, type WorkPuzzle } from './error-shell.ts';
import { ERROR_CODES } from './errors.ts';
import { approvalRequest } from './security/approval.ts';

export { WORK_HEADER, type WorkPuzzle };

/** The body of every refusal: the sentence in `error`, the code from a closed list, and what the case needs. */
export const errorBody = z.extend(errorShell, {
  code: z.enum(ERROR_CODES),
  /** What `approval-needed` asks for. */
  approval: z.optional(approvalRequest),
});

export type ErrorBody = z.output<typeof errorBody>;

import { t } from '#language/t';
import { APPROVAL_HEADER, type ApprovalRequest, approvalRequest } from '#wire/security/approval';
import type { ApiError, ApiResult } from '../api-result.ts';
import {
  type ApprovalDecision,
  approvalHost,
  type OpenApproval,
  setOpenApproval,
} from './open-approval.ts';

const TOOK_TOO_LONG = t('This took too long. Try again.');
const CHANGED = t('The details changed. Check them again.');

type Send<T> = (headers: Record<string, string>) => Promise<ApiResult<T>>;

let queue: Promise<unknown> = Promise.resolve();
let calls = 0;

/**
 * Lets the user approve what a refusal names, and repeats the call with the approval. Several calls queue.
 * @param send makes the same call with further headers
 * @returns the last result; `aborted` when the user closed the dialog, with the status of the refusal
 */
export function repeatWithApproval<T>(
  refusal: ApiError,
  signal: AbortSignal | undefined,
  send: Send<T>,
): Promise<ApiResult<T>> {
  const host = approvalHost();
  if (host === null) return Promise.resolve({ ok: false, error: refusal });
  const result = queue.then(async () => {
    // Whoever is signed in after a sign-out does not approve for the one before.
    if (host !== approvalHost()) return { ok: false as const, error: notApproved(refusal) };
    try {
      return await decideAndRepeat(refusal, signal, send);
    } finally {
      setOpenApproval(null);
    }
  });
  queue = result.catch(() => {});
  return result;
}

async function decideAndRepeat<T>(
  refusal: ApiError,
  signal: AbortSignal | undefined,
  send: Send<T>,
): Promise<ApiResult<T>> {
  calls += 1;
  const call = calls;
  let error = refusal;
  let request = requestIn(refusal);
  let problem: string | null = null;
  while (request !== null) {
    const decision = await decisionOf({ call, request, problem }, signal);
    if (decision.at === 'closed') return { ok: false, error: notApproved(error, request) };
    if (decision.at === 'unavailable') break;
    const { result, isHidden } = await sendApproved({ call, request }, decision, send);
    if (result.ok || isHidden || !isAboutApproval(result.error)) return result;
    error = result.error;
    const next = requestIn(error);
    problem = next === null ? error.message : problemOf(error, request, next);
    request = next ?? (error.code === 'approval-not-valid' ? request : null);
  }
  const message = t('Kax was updated. Reload to continue.');
  return { ok: false, error: { code: 'unexpected', message, status: error.status } };
}

function decisionOf(
  shown: Pick<OpenApproval, 'call' | 'request' | 'problem'>,
  signal: AbortSignal | undefined,
): Promise<ApprovalDecision> {
  if (signal?.aborted) return Promise.resolve({ at: 'closed' });
  return new Promise((decide) => {
    setOpenApproval({ ...shown, isSending: false, decide });
    signal?.addEventListener('abort', () => decide({ at: 'closed' }), { once: true });
  });
}

/** While it is being sent, closing the dialog only hides it: the result goes to whoever made the call. */
async function sendApproved<T>(
  shown: Pick<OpenApproval, 'call' | 'request'>,
  { method, proof }: Extract<ApprovalDecision, { at: 'approved' }>,
  send: Send<T>,
) {
  let isHidden = false;
  const decide = () => {
    isHidden = true;
    setOpenApproval(null);
  };
  setOpenApproval({ ...shown, problem: null, isSending: true, decide });
  const result = await send({ [APPROVAL_HEADER]: `${shown.request.id}.${method}.${proof}` });
  return { result, isHidden };
}

function isAboutApproval({ code }: ApiError): boolean {
  return code === 'approval-needed' || code === 'approval-not-valid';
}

function requestIn({ approval }: ApiError): ApprovalRequest | null {
  const parsed = approvalRequest.safeParse(approval);
  return parsed.success ? parsed.data : null;
}

function problemOf(error: ApiError, before: ApprovalRequest, next: ApprovalRequest): string {
  if (error.code === 'approval-not-valid') return error.message;
  const isSame = [before, next].map(({ reasons, payment }) => JSON.stringify([reasons, payment]));
  return isSame[0] === isSame[1] ? TOOK_TOO_LONG : CHANGED;
}

function notApproved({ status }: ApiError, request?: ApprovalRequest): ApiError {
  const isPayment = request?.payment !== undefined;
  const message = isPayment
    ? t('Not approved. Nothing was sent.')
    : t('Not approved. Nothing changed.');
  return { code: 'aborted', message, status };
}

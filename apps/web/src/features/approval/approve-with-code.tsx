import { useEffect, useRef, useState } from 'react';
import { t } from '#language/t';
import type { OpenApproval } from '../../lib/approval/open-approval.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { CODE_LENGTH } from '../../ui/find-code.ts';

/** A code that the user is entering. */
export interface CodeEntry {
  readonly code: string;
  /** Pressed the button before the code was whole. */
  readonly isUnfinished: boolean;
  readonly setAppCode: (code: string) => void;
  readonly setRecoveryCode: (code: string) => void;
  readonly clear: () => void;
  readonly submit: () => void;
}

type CodeMethod = 'app' | 'recovery-code';

interface Entered {
  /** What it was entered for. */
  readonly approval: OpenApproval;
  readonly method: CodeMethod;
  readonly code: string;
  readonly isUnfinished: boolean;
}

/** The code of an authenticator app, which is submitted with its last digit, or a recovery code. */
export function useCodeEntry(approval: OpenApproval): CodeEntry {
  const empty: Entered = { approval, method: 'app', code: '', isUnfinished: false };
  const [entered, setEntered] = useState(empty);
  // A code counts once: after an attempt, the field is empty again.
  if (entered.approval !== approval && !approval.isSending) {
    setEntered({ ...empty, method: entered.method });
  }

  function enter(method: CodeMethod, code: string) {
    setEntered({ approval, method, code, isUnfinished: false });
    if (method === 'app' && code.length === CODE_LENGTH) approve(method, code);
  }

  function approve(method: CodeMethod, proof: string) {
    approval.decide({ at: 'approved', method, proof });
  }

  return {
    code: entered.code,
    isUnfinished: entered.isUnfinished,
    setAppCode: (code) => enter('app', code),
    setRecoveryCode: (code) => enter('recovery-code', code),
    clear: () => setEntered(empty),
    submit: () => {
      const { method, code } = entered;
      const isWhole = method === 'app' ? code.length === CODE_LENGTH : code.trim().length >= 6;
      if (isWhole) approve(method, code.trim());
      else setEntered({ ...entered, isUnfinished: true });
    },
  };
}

interface CodeProps {
  approval: OpenApproval;
  entry: CodeEntry;
}

export function AppCode({ approval: { problem }, entry }: CodeProps) {
  const ref = useFocusAfterProblem(problem);
  return (
    <CodeField
      label={t('Code from your authenticator app')}
      name="code"
      ref={ref}
      value={entry.code}
      error={entry.isUnfinished ? t('Enter all 6 digits.') : withoutCode(entry, problem)}
      onChange={entry.setAppCode}
    />
  );
}

export function RecoveryCode({ approval: { problem }, entry }: CodeProps) {
  const ref = useFocusAfterProblem(problem);
  return (
    <TextField
      label={t('Recovery code')}
      name="recovery-code"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      ref={ref}
      hint={t('One of the codes you saved. Each works once.')}
      value={entry.code}
      error={entry.isUnfinished ? t('Enter the whole recovery code.') : withoutCode(entry, problem)}
      onChange={(event) => entry.setRecoveryCode(event.target.value)}
    />
  );
}

/** What was wrong with the last code says nothing about the next one. */
function withoutCode({ code }: CodeEntry, problem: string | null): string | null {
  return code === '' ? problem : null;
}

/** Focuses the field when the user chose this method, and again after each attempt. */
function useFocusAfterProblem(problem: string | null) {
  const ref = useRef<HTMLInputElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // When the dialog opens with this field, it begins on its title.
    const hasDialogJustOpened = isFirst.current && document.activeElement?.tagName === 'H2';
    isFirst.current = false;
    if (problem !== null || !hasDialogJustOpened) ref.current?.focus();
  }, [problem]);
  return ref;
}

interface CodeFooterProps {
  approval: OpenApproval;
  /** Null when there is nothing to enter. */
  entry: CodeEntry | null;
  /** The request was sent, so the first button only closes the dialog. */
  isClosing: boolean;
  onCancel: () => void;
}

export function CodeFooter({ approval, entry, isClosing, onCancel }: CodeFooterProps) {
  return (
    <>
      <Button size="lg" isWide={entry === null} onClick={onCancel}>
        {isClosing ? t('Close') : t('Cancel')}
      </Button>
      {entry === null ? null : (
        <Button
          size="lg"
          variant="filled"
          isBusy={approval.isSending}
          busyLabel={t('Approving...')}
          onClick={entry.submit}
        >
          {t('Approve')}
        </Button>
      )}
    </>
  );
}

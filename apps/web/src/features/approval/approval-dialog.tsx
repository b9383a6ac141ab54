import { t } from '#language/t';
import './approval-dialog.css';
import { useState } from 'react';
import type { ApprovalMethod, ApprovalRequest } from '#wire/security/approval';
import type { OpenApproval } from '../../lib/approval/open-approval.ts';
import { isPasskeySupported } from '../../lib/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ApprovalDetails } from './approval-details.tsx';
import { TEXTS_BY_REASON } from './approval-texts.ts';
import { AppCode, CodeFooter, RecoveryCode, useCodeEntry } from './approve-with-code.tsx';
import { PasskeyCard, PasskeyFooter } from './approve-with-passkey.tsx';
import { usePasskeyAttempt } from './use-passkey-attempt.ts';

interface ApprovalDialogProps {
  approval: OpenApproval;
  isOpen: boolean;
}

/** Asks for a second factor before a request is repeated. It says everything that is approved. */
export default function ApprovalDialog({ approval, isOpen }: ApprovalDialogProps) {
  const { request, decide, isSending } = approval;
  const passkey = usePasskeyAttempt(approval);
  const entry = useCodeEntry(approval);
  const [chosen, setChosen] = useState<ApprovalMethod | null>(null);
  const methods = methodsOf(request);
  const method = methods.find((one) => one === chosen) ?? methods[0] ?? null;
  const isWaiting = passkey.attempt.at === 'waiting';
  const close = () => decide({ at: 'closed' });
  const cancel = isWaiting ? passkey.cancel : close;
  const footer = { approval, isClosing: isSending, onCancel: cancel };

  return (
    <Modal
      isOpen={isOpen}
      isStatic
      startsOnTitle
      mode={request.payment?.recipient.startsWith('0zk') ? 'private' : 'public'}
      title={TEXTS_BY_REASON[request.reasons[0] ?? 'above-limit'].title}
      onClose={cancel}
      footer={
        method === 'passkey' ? (
          <PasskeyFooter {...footer} attempt={passkey.attempt} onApprove={passkey.start} />
        ) : (
          <CodeFooter {...footer} entry={method === null ? null : entry} />
        )
      }
    >
      <ApprovalDetails {...request} />
      {method === 'passkey' ? <PasskeyCard approval={approval} attempt={passkey.attempt} /> : null}
      {method === 'app' ? <AppCode approval={approval} entry={entry} /> : null}
      {method === 'recovery-code' ? <RecoveryCode approval={approval} entry={entry} /> : null}
      {method === null ? <NoMethodHere /> : null}
      {isWaiting || isSending ? null : (
        <OtherMethods
          methods={methods.filter((one) => one !== method)}
          onChoose={(next) => {
            entry.clear();
            setChosen(next);
          }}
        />
      )}
    </Modal>
  );
}

/** The methods that this browser can use, a passkey first. */
function methodsOf({ methods }: ApprovalRequest): readonly ApprovalMethod[] {
  const isUsable = (method: ApprovalMethod) => method !== 'passkey' || isPasskeySupported();
  return ORDER.filter((method) => methods.includes(method) && isUsable(method));
}

const ORDER: readonly ApprovalMethod[] = ['passkey', 'app', 'recovery-code'];

const SWITCH_LABELS: Readonly<Record<ApprovalMethod, string>> = {
  passkey: t('Use your passkey'),
  app: t('Use your authenticator app'),
  'recovery-code': t('Use a recovery code'),
};

interface OtherMethodsProps {
  methods: readonly ApprovalMethod[];
  onChoose: (method: ApprovalMethod) => void;
}

function OtherMethods({ methods, onChoose }: OtherMethodsProps) {
  if (methods.length === 0) return null;
  return (
    <div className="approval__others">
      {methods.map((method) => (
        <Button key={method} variant="quiet" size="sm" onClick={() => onChoose(method)}>
          {SWITCH_LABELS[method]}
        </Button>
      ))}
    </div>
  );
}

function NoMethodHere() {
  return (
    <Notice tone="warn" title={t('This browser can’t use passkeys.')}>
      {t('Open Kax in a browser or on a device that has your passkey.')}
    </Notice>
  );
}

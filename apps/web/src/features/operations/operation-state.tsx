import { t } from '#language/t';
import { rich } from '../../ui/rich.tsx';
import './operation-progress.css';
import type { OperationView } from '#wire/wallet/operation';
import { useOwnAddresses } from '../../contacts/own-addresses.ts';
import { HelpAbout } from '../../help/help-about.tsx';
import { helpWithPayment } from '../../help/support-mail.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { DATE_REFRESH_MS, useNow } from '../../lib/use-now.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { buttonClassName } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import { type Step, StepList } from '../../ui/step-list.tsx';
import { accountOf, useWaitingAccounts } from './api/continue-operations.ts';
import { arrivalOf, outcomeOf } from './arrival.ts';
import { OperationActions } from './operation-actions.tsx';
import { isReceived, LABELS_BY_KIND } from './operation-labels.ts';
import { cancellingText, type OperationStep, stepsOf } from './operation-steps.ts';

interface OperationStateProps {
  operation: OperationView;
  /** The newest read failed, so it may be further than shown. */
  isOutOfReach: boolean;
}

/** How far an operation is: why it ended, what arrived, its steps, and what the user can do about it. */
export function OperationState({ operation, isOutOfReach }: OperationStateProps) {
  const now = useNow(DATE_REFRESH_MS);
  const { operation: word } = LABELS_BY_KIND[operation.kind];
  const waitsFor = accountOf(operation, useWaitingAccounts([operation]));
  const received = isReceived(operation, useOwnAddresses());
  return (
    <>
      <End operation={operation} />
      <Arrival operation={operation} />
      {operation.isCancelled || operation.isCancelling ? null : (
        <StepList
          label={t(
            'Steps of this {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} other {payment}}',
            { operation: word },
          )}
          steps={stepsOf({ ...operation, waitsFor, isReceived: received }, now).map(withHelp)}
        />
      )}
      {isOutOfReach ? (
        <p className="operation-progress__pause" role="status">
          {t(
            'Can’t reach Kax. Your {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} other {payment}} continues without this page.',
            { operation: word },
          )}
        </p>
      ) : null}
      <OperationActions operation={{ ...operation, waitsFor }} />
    </>
  );
}

/** Why the operation failed or is cancelled, if it is, and whether it was too late for that. */
function End({ operation }: { operation: OperationView }) {
  const { kind, failure, isCancelled } = operation;
  const note = isCancelled ? failure : noteOf(operation);
  if (note !== null) {
    return (
      <div role="status">
        <Notice>{note}</Notice>
      </div>
    );
  }
  if (failure === null) return null;
  return (
    <Notice
      tone="bad"
      isAlert
      title={t(
        'Your {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} other {payment}} {outcome, select, partial {arrived only in part} unrecorded {may not have arrived} other {didn’t go through}}.',
        { operation: LABELS_BY_KIND[kind].operation, outcome: outcomeOf(operation) },
      )}
      action={
        <Link className={buttonClassName({ size: 'sm' })} to={helpWithPayment(operation.id)}>
          {t('Get help')}
        </Link>
      }
    >
      {failure}
    </Notice>
  );
}

/** Explains what the user is waiting for at the end. */
function withHelp(step: OperationStep): Step {
  if (step.waitsForNetwork !== true) return step;
  return { ...step, help: <HelpAbout topic="final" about={step.title} /> };
}

/** What arrived, where the token kept a part of the amount. */
function Arrival({ operation }: { operation: OperationView }) {
  const isHidden = useDiscretion();
  const arrival = arrivalOf(operation);
  if (arrival === null) return null;
  const shown = (amount: string) => (
    <Secret isHidden={isHidden} width="5em">
      {amount}
    </Secret>
  );
  return (
    <div role="status">
      <Notice>
        {rich('You sent {sent}. {arrived} arrived; the token kept {kept}.', {
          sent: shown(arrival.sent),
          arrived: shown(arrival.arrived),
          kept: shown(arrival.kept),
        })}
      </Notice>
    </div>
  );
}

function noteOf({ isCancelling, isCancelledTooLate, failure, kind, chain }: OperationView) {
  if (isCancelling) return cancellingText(chain);
  if (!isCancelledTooLate || failure !== null) return null;
  return t(
    'It was too late to cancel: {chain} confirmed this {operation, select, shield {shield} unshield {unshield} swap {swap} transfer {internal transfer} other {payment}}.',
    { chain, operation: LABELS_BY_KIND[kind].operation },
  );
}

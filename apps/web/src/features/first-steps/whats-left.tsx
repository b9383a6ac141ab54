import { t } from '#language/t';
import './first-steps.css';
import './whats-left.css';
import type { OperationView } from '#wire/wallet/operation';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { useUser } from '../../state/auth-session.ts';
import { useHasBackup } from '../../state/first-steps.ts';
import { buttonClassName } from '../../ui/button.tsx';
import { StepRow } from './step-row.tsx';

/** Below the progress of a first shield: which of the first steps are done, and which is left. */
export function WhatsLeft({ operation }: { operation: OperationView }) {
  const hasBackup = useHasBackup(useUser().id);
  const shield = shieldStep(operation);
  return (
    <section className="whats-left" aria-labelledby="whats-left">
      <h3 className="whats-left__title" id="whats-left">
        {t('What’s left')}
      </h3>
      <ol className="first-steps">
        <StepRow
          number={1}
          title={t('Add money')}
          text={t('It’s in your wallet.')}
          isDone
          isNext={false}
        />
        <StepRow
          number={2}
          title={t('Make some of it private')}
          {...shield}
          isNext={!shield.isDone}
        />
        <StepRow
          number={3}
          title={t('Back up your wallet')}
          text={hasBackup ? t('You have your 12 words.') : t('Two minutes, with pen and paper.')}
          isDone={hasBackup}
          isNext={shield.isDone && !hasBackup}
          action={
            hasBackup ? null : (
              <Link to={paths.settings} className={buttonClassName({})}>
                {t('Back up')}
              </Link>
            )
          }
        />
      </ol>
    </section>
  );
}

function shieldStep({ status, isCancelled }: OperationView): { isDone: boolean; text: string } {
  if (status === 'confirmed') {
    return { isDone: true, text: t('Done. Switch to Private to see it.') };
  }
  if (isCancelled || HAS_ENDED.has(status)) {
    return {
      isDone: false,
      text: t('It didn’t go through. You can try again from your dashboard.'),
    };
  }
  return { isDone: false, text: t('On its way. We’ll finish it, even if you close this.') };
}

const HAS_ENDED: ReadonlySet<OperationView['status']> = new Set(['reverted', 'failed', 'replaced']);

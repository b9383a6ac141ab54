import { t } from '#language/t';
import './forgot-password.css';
import { useNavigate } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { SuccessModal } from '../../ui/success-modal.tsx';
import { CodesView } from './codes-view.tsx';
import { NewPasswordView } from './new-password-view.tsx';
import { RequestView } from './request-view.tsx';
import { useResetFlow } from './use-reset-flow.ts';

/** The password reset: request, both codes, new password (§2 Forgot password). */
export function ForgotPassword() {
  const flow = useResetFlow();
  const navigate = useNavigate();
  const Shown = VIEWS[flow.view];
  return (
    <>
      <Shown flow={flow} />
      <SuccessModal
        isOpen={flow.state.isDone}
        title={t('Your password has been reset successfully!')}
        primary={{
          label: t('Go to Login'),
          onPress: () => navigate(paths.login, { replace: true }),
        }}
      >
        {t('We signed you out on every device. Sign in with your new password.')}
      </SuccessModal>
    </>
  );
}

const VIEWS = { request: RequestView, codes: CodesView, password: NewPasswordView } as const;

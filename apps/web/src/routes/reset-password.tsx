import { t } from '#language/t';
import { ChangePasswordForm } from '../features/change-password/change-password-form.tsx';

/** /reset-password (§2 Change password). */
export default function ResetPassword() {
  return (
    <>
      <title>{t('Reset your password · Kax')}</title>
      <ChangePasswordForm />
    </>
  );
}

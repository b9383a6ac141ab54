import { Suspense } from 'react';
import { isDevelopment } from '../config.ts';
import { onApproach } from '../lib/approach.ts';
import { lazyRoute, preloadElement } from '../lib/lazy-route.ts';
import { Navigate } from '../lib/navigation/navigation.tsx';
import { elementsAt, Route, Routes } from '../lib/navigation/routes.tsx';
import { paths } from '../paths.ts';
import Login from '../routes/login.tsx';
import { Loading } from '../ui/loading.tsx';
import { AuthShell } from './auth-shell/auth-shell.tsx';
import { GuestOnly, InOrOut, Protected } from './guards.tsx';

// The sign-in page is in the initial bundle, because new visitors see it first.
const Register = lazyRoute(() => import('../routes/register.tsx'));
const ForgotPassword = lazyRoute(() => import('../routes/forgot-password.tsx'));
const VerifyOtp = lazyRoute(() => import('../routes/verify-otp.tsx'));
const Freeze = lazyRoute(() => import('../routes/freeze.tsx'));
const ProtectedArea = lazyRoute(() => import('./protected-area.tsx'));
const Dashboard = lazyRoute(() => import('../routes/dashboard.tsx'));
const Activity = lazyRoute(() => import('../routes/activity.tsx'));
const ActivityEntry = lazyRoute(() => import('../routes/activity-entry.tsx'));
const Inbox = lazyRoute(() => import('../routes/inbox.tsx'));
const Nfts = lazyRoute(() => import('../routes/nfts.tsx'));
const Dapps = lazyRoute(() => import('../routes/dapps.tsx'));
const Settings = lazyRoute(() => import('../routes/settings.tsx'));
const SettingsNotifications = lazyRoute(() => import('../routes/settings-notifications.tsx'));
const SettingsCurrency = lazyRoute(() => import('../routes/settings-currency.tsx'));
const Security = lazyRoute(() => import('../routes/security.tsx'));
const Protect = lazyRoute(() => import('../routes/protect.tsx'));
const RangoExchange = lazyRoute(() => import('../routes/rango-exchange.tsx'));
const ResetPassword = lazyRoute(() => import('../routes/reset-password.tsx'));
const UserSessions = lazyRoute(() => import('../routes/user-sessions.tsx'));
const OnRamping = lazyRoute(() => import('../routes/on-ramping.tsx'));
const OffRamping = lazyRoute(() => import('../routes/off-ramping.tsx'));
const DepositCurrency = lazyRoute(() => import('../routes/deposit-currency.tsx'));
const Deposit = lazyRoute(() => import('../routes/deposit.tsx'));
const Contacts = lazyRoute(() => import('../routes/contacts.tsx'));
const OutsideShell = lazyRoute(() => import('./outside-shell/outside-shell.tsx'));
const Pay = lazyRoute(() => import('../routes/pay.tsx'));
const Claim = lazyRoute(() => import('../routes/claim.tsx'));
const Receipt = lazyRoute(() => import('../routes/receipt.tsx'));
const Help = lazyRoute(() => import('../routes/help.tsx'));
const Operation = lazyRoute(() => import('../routes/operation.tsx'));
const UiSheet = isDevelopment ? lazyRoute(() => import('../routes/ui.tsx')) : null;

/** The route table of §2, in the same order. */
const ROUTES = (
  <>
    <Route element={<GuestOnly />}>
      <Route element={<AuthShell />}>
        <Route path="/login" element={<Login />} />
        <Route path="/register" element={<Register />} />
        <Route path="/forgot-password" element={<ForgotPassword />} />
        <Route path="/verify-otp" element={<VerifyOtp />} />
      </Route>
    </Route>
    <Route element={<AuthShell />}>
      <Route path="/freeze/:token" element={<Freeze />} />
    </Route>
    <Route element={<OutsideShell />}>
      <Route path="/pay/:code" element={<Pay />} />
      <Route path="/claim/:code" element={<Claim />} />
    </Route>
    <Route element={<InOrOut inside={<ProtectedArea />} outside={<OutsideShell />} />}>
      <Route path="/help" element={<Help />} />
    </Route>
    <Route element={<Protected />}>
      <Route element={<ProtectedArea />}>
        <Route path="/dashboard" element={<Dashboard />} />
        <Route path="/activity/:id" element={<Activity />} />
        <Route path="/activity/:id/:entry" element={<ActivityEntry />} />
        <Route path="/activity/:id/:entry/receipt" element={<Receipt />} />
        <Route path="/dashboard/nfts" element={<Nfts />} />
        <Route path="/dashboard/dapps" element={<Dapps />} />
        <Route path="/dashboard/settings" element={<Settings />} />
        <Route path="/dashboard/settings/notifications" element={<SettingsNotifications />} />
        <Route path="/dashboard/settings/currency" element={<SettingsCurrency />} />
        <Route path="/dashboard/settings/security" element={<Security />} />
        <Route path="/dashboard/settings/protect" element={<Protect />} />
        <Route path="/dashboard/inbox" element={<Inbox />} />
        <Route path="/rango-exchange" element={<RangoExchange />} />
        <Route path="/reset-password" element={<ResetPassword />} />
        <Route path="/user-sessions" element={<UserSessions />} />
        <Route path="/on-ramping" element={<OnRamping />} />
        <Route path="/off-ramping" element={<OffRamping />} />
        <Route path="/dashboard/deposit-currency" element={<DepositCurrency />} />
        <Route path="/deposit/:currencyId" element={<Deposit />} />
        <Route path="/contacts" element={<Contacts />} />
        <Route path="/dashboard/operations/:id" element={<Operation />} />
      </Route>
    </Route>
    {UiSheet ? <Route path="/ui" element={<UiSheet />} /> : null}
    <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
  </>
);

onApproach(({ pathname }) => {
  for (const element of elementsAt(ROUTES, pathname)) preloadElement(element);
});

/** The screen of the URL. */
export function Router() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>{ROUTES}</Routes>
    </Suspense>
  );
}

import { useEffect } from 'react';
import { firstToShield } from '../features/coins/first-to-shield.ts';
import { type BothBalances, useBothBalances } from '../features/coins/use-both-balances.ts';
import { type Start, Welcome } from '../features/first-steps/welcome.tsx';
import type { Replacement } from '../lib/modal-url/use-replacement.ts';
import { useNavigate } from '../lib/navigation/navigation.tsx';
import { paths } from '../paths.ts';
import { useUser } from '../state/auth-session.ts';
import { rememberWelcome } from '../state/first-steps.ts';
import { useWalletMode } from '../state/wallet-mode.ts';

interface DashboardWelcomeProps {
  isOpen: boolean;
  onClose: () => void;
  /** Puts another modal in the place of this one. */
  onReplace: (next: Replacement) => void;
}

/** The welcome of a new user, which leads on to the deposit or to a first shield. Loaded when it is shown. */
export default function DashboardWelcome({ isOpen, onClose, onReplace }: DashboardWelcomeProps) {
  const { id } = useUser();
  const navigate = useNavigate();
  const views = useBothBalances(useWalletMode());
  const coin = firstToShield(views.public);
  useEffect(() => rememberWelcome(id), [id]);

  function makePrivate() {
    if (coin === null) return;
    // Who has a private balance knows how it's done.
    const guide = hasMoney(views.private) ? {} : { guide: 'first' };
    const params = { do: 'shield', coin: coin.id, ...guide };
    onReplace({ params, opening: crypto.randomUUID() });
  }

  return (
    <Welcome
      isOpen={isOpen}
      start={coin ? { at: 'ready', symbol: coin.symbol } : startOf(views)}
      onAddMoney={() => navigate(paths.depositCurrency)}
      onMakePrivate={makePrivate}
      onClose={onClose}
    />
  );
}

function startOf({ public: view }: BothBalances): Start {
  if (view.at === 'loading') return { at: 'checking' };
  return { at: view.at === 'ready' && view.isEmpty ? 'empty' : 'unknown' };
}

function hasMoney(view: BothBalances['private']): boolean {
  return view.at === 'ready' && !view.isEmpty;
}

import { t } from '#language/t';
import './own-keys.css';
import {
  FileText,
  Fingerprint,
  LetterText,
  ListChecks,
  Pencil,
  Plus,
  Timer,
  Trash2,
} from 'lucide-react';
import { type ComponentType, Suspense } from 'react';
import { HelpAbout } from '../../../help/help-about.tsx';
import { shortDayText } from '../../../lib/elapsed.ts';
import { lazyRoute } from '../../../lib/lazy-route.ts';
import { useOpened } from '../../../lib/modal-url/use-opened.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SettingRow } from '../../../ui/setting-row.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFocusWhenShorter } from '../../../ui/use-focus-when-shorter.ts';
import { type ListedWrap, useOwnerWraps } from '../api/owner-wraps.ts';
import type { KeysDialog } from './keys-dialog.ts';

const Rename = lazyRoute(() => import('./rename-wrap-dialog.tsx'));
const Remove = lazyRoute(() => import('./remove-wrap-dialog.tsx'));
const Keys = lazyRoute(() => import('./keys-signer-dialog.tsx'));

const icon = { className: 'icon', size: 16, 'aria-hidden': true } as const;

interface OwnKeysProps {
  /** Deletes the wallet; loaded when it is first opened. */
  DeleteWallet: ComponentType<{ isOpen: boolean; onClose: () => void }>;
}

/** The ways to open keys that only their owner has, what can be done with the keys, and the end of the wallet. */
export function OwnKeys({ DeleteWallet }: OwnKeysProps) {
  const { opened, open, close } = useOpened<KeysDialog>();
  return (
    <section className="card own-keys" aria-labelledby="own-keys">
      <header className="own-keys__head">
        <div className="help-beside">
          <h2 className="card-title" id="own-keys">
            {t('Keys and backup')}
          </h2>
          <HelpAbout topic="backup-words" about={t('The 12 words')} />
        </div>
        <p>{t('Each of these opens your keys. Kax has none of them.')}</p>
      </header>
      <Wraps onOpen={open} />
      <div className="own-keys__buttons">
        {BUTTONS.map(({ name, Icon, label }) => (
          <Button key={name} isWide icon={<Icon {...icon} />} onClick={() => open({ name })}>
            {label}
          </Button>
        ))}
        <Button
          isWide
          variant="danger"
          icon={<Trash2 {...icon} />}
          onClick={() => open({ name: 'delete' })}
        >
          {t('Delete Wallet')}
        </Button>
      </div>
      {opened ? (
        <Suspense fallback={null}>
          <Dialog
            key={opened.opening}
            DeleteWallet={DeleteWallet}
            subject={opened.subject}
            isOpen={opened.isOpen}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

const BUTTONS = [
  { name: 'add-passkey', Icon: Plus, label: t('Add a passkey') },
  { name: 'add-phrase', Icon: LetterText, label: t('Add six words') },
  { name: 'show-words', Icon: FileText, label: t('Show my 12 words') },
  { name: 'drill', Icon: ListChecks, label: t('Check that my words work') },
  { name: 'set-time-out', Icon: Timer, label: t('Keep my keys open') },
] as const;

interface DialogProps extends OwnKeysProps {
  subject: KeysDialog;
  isOpen: boolean;
  onClose: () => void;
}

function Dialog({ DeleteWallet, subject, ...shared }: DialogProps) {
  if (subject.name === 'delete') return <DeleteWallet {...shared} />;
  if (subject.name === 'rename') return <Rename {...shared} wrap={subject.wrap} />;
  if (subject.name === 'remove') return <Remove {...shared} wrap={subject.wrap} />;
  return <Keys {...shared} kind={subject.name} />;
}

function Wraps({ onOpen }: { onOpen: (subject: KeysDialog) => void }) {
  const { data: wraps, isError, isFetching, refetch } = useOwnerWraps();
  const listRef = useFocusWhenShorter<HTMLUListElement>(wraps?.length ?? 0);
  if (wraps === undefined && isError) {
    return (
      <ErrorState
        title={t('Couldn’t load the ways to your keys')}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        {t('Nothing changed. They work as before.')}
      </ErrorState>
    );
  }
  if (wraps === undefined) {
    return (
      <div className="own-keys__loading" role="status" aria-label={t('Loading...')}>
        <Skeleton width="60%" />
        <Skeleton width="40%" />
      </div>
    );
  }
  return (
    <ul ref={listRef} tabIndex={-1} className="own-keys__wraps">
      {wraps.map((wrap) => (
        <WrapRow key={wrap.id} wrap={wrap} isLast={wraps.length === 1} onOpen={onOpen} />
      ))}
      {wraps.length < 2 ? <Lacking count={wraps.length} /> : null}
    </ul>
  );
}

function Lacking({ count }: { count: number }) {
  return (
    <SettingRow Icon={Plus} isWarning title={t('Add a second way')}>
      {count === 0
        ? t('At the moment, only your 12 words open your keys.')
        : t('If you lose this one, only your 12 words open your keys.')}
    </SettingRow>
  );
}

interface WrapRowProps {
  wrap: ListedWrap;
  isLast: boolean;
  onOpen: (subject: KeysDialog) => void;
}

function WrapRow({ wrap, isLast, onOpen }: WrapRowProps) {
  const { label: name } = wrap;
  return (
    <SettingRow
      Icon={wrap.kind === 'passkey' ? Fingerprint : LetterText}
      title={name}
      aside={
        <>
          <IconButton
            label={t('Rename {name}', { name })}
            tooltip={t('Rename')}
            icon={<Pencil className="icon" size={17} />}
            onClick={() => onOpen({ name: 'rename', wrap })}
          />
          {isLast ? null : (
            <IconButton
              label={t('Remove {name}', { name })}
              tooltip={t('Remove')}
              icon={<Trash2 className="icon" size={17} />}
              onClick={() => onOpen({ name: 'remove', wrap })}
            />
          )}
        </>
      }
    >
      {describe(wrap)}
    </SettingRow>
  );
}

function describe({ kind, label, createdAt }: ListedWrap): string {
  const what = kind === 'passkey' ? t('Passkey') : t('Six words');
  const added = t('added {day}', { day: shortDayText(Date.parse(createdAt)) });
  return what === label ? added : [what, added].join(' · ');
}

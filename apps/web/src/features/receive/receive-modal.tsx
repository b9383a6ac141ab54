import { type ReactNode, useId, useState } from 'react';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { showToast } from '../../state/toast.ts';
import { Modal } from '../../ui/modal.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isWaiting, usePaymentRequests } from './api/payment-requests.ts';
import { BalanceChoice } from './balance-choice.tsx';
import { LinkList } from './link-list.tsx';
import { LinkRows } from './link-rows.tsx';
import { LinkView, useLinkView } from './link-view.tsx';
import { ReceiveSheet } from './receive-sheet.tsx';
import type { Receiver } from './receive-texts.ts';
import { RequestFormButton, RequestFormView } from './request-form.tsx';
import { RequestLinkFooter } from './request-link.tsx';
import { type ReceiveViews, useReceiveView } from './use-receive-view.ts';
import { useRequestForm } from './use-request-form.ts';
import { type NetworkName, POLYGON, WrongNetworkNotice } from './wrong-network-notice.tsx';

type Mode = Receiver['mode'];

export interface ReceiveModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** The balance that receives at first. */
  mode: Mode;
  addressByMode: Readonly<Record<Mode, string>>;
  /** The coin that Receive was opened for; null for any. */
  coin: Coin | null;
  /** All coins that are known, of every network. */
  coins: readonly Coin[];
  /** Called with whether closing the modal would lose something. */
  onInput: (hasInput: boolean) => void;
}

const TITLES = {
  sheet: t('Receive Assets'),
  request: t('Ask for an amount'),
  list: t('Your links'),
  link: t('Your payment link'),
} as const;

/**
 * Receive Assets: the address of a balance as text and as a QR code (§2 Modals), and links that ask for an amount.
 */
export default function ReceiveModal(props: ReceiveModalProps) {
  const { isOpen, onClose, coins, coin } = props;
  const formId = useId();
  const [mode, setMode] = useState(props.mode);
  const views = useReceiveView(isOpen);
  const { view } = views;
  const isFollowed = view.at === 'link' || view.at === 'list';
  const requests = usePaymentRequests({ isWanted: isOpen, isFollowed });
  const link = useLinkView(view.at === 'link' ? view.id : null, requests);
  const form = useRequestForm({
    isOpen,
    coins,
    coin,
    balance: mode,
    onMade: ({ id }) => {
      if (isOpen && view.at === 'request') views.replace({ at: 'link', id });
      else showToast(t('Your link is ready. You’ll find it under “Your links”.'));
    },
    onInput: props.onInput,
  });
  const shownMode = modeOf(views, { sheet: mode, request: form.draft.balance, link });
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      onBack={views.canGoBack ? views.goBack : undefined}
      title={TITLES[view.at]}
      chip={
        view.at === 'list' ? undefined : (
          <ModeChip mode={shownMode} isTarget={view.at !== 'sheet'} />
        )
      }
      mode={shownMode}
      footer={footerOf(views, { form: <RequestFormButton {...{ formId, form }} />, link })}
    >
      {view.at === 'sheet' ? (
        <Sheet {...props} mode={mode} onChange={setMode} views={views} />
      ) : null}
      {view.at === 'request' ? <RequestFormView formId={formId} form={form} /> : null}
      {view.at === 'list' ? (
        <LinkList
          requests={requests}
          onOpen={(id) => views.show({ at: 'link', id })}
          onRequest={() => views.show({ at: 'request' })}
        />
      ) : null}
      {view.at === 'link' ? (
        <LinkView link={link} coins={coins} onList={() => views.replace({ at: 'list' })} />
      ) : null}
    </Modal>
  );
}

interface Modes {
  readonly sheet: Mode;
  readonly request: Mode;
  readonly link: ReturnType<typeof useLinkView>;
}

function modeOf({ view }: ReceiveViews, { sheet, request, link }: Modes): Mode {
  if (view.at === 'request') return request;
  return view.at === 'link' ? (link.request?.balance ?? sheet) : sheet;
}

function footerOf(
  { view }: ReceiveViews,
  { form, link }: { readonly form: ReactNode; readonly link: Modes['link'] },
) {
  if (view.at === 'request') return form;
  if (view.at !== 'link' || !link.request || !isWaiting(link.request)) return undefined;
  const { request, actions, cancel } = link;
  return <RequestLinkFooter request={request} isBusy={actions.isBusy} onCancel={cancel} />;
}

interface SheetProps extends ReceiveModalProps {
  onChange: (mode: Mode) => void;
  views: ReceiveViews;
}

function Sheet(props: SheetProps) {
  const { mode, onChange, addressByMode, coin, coins, views } = props;
  const network = coin ? { name: coin.chain, symbol: coin.chainSymbol } : POLYGON;
  const accepted = coins.filter((one) => isAccepted(one, network, mode));
  return (
    <>
      {canSwitch(props) ? <BalanceChoice value={mode} onChange={onChange} /> : null}
      <ReceiveSheet
        receiver={{ mode, address: addressByMode[mode] }}
        coin={coin}
        fileName={`kax-receive-${mode}`}
        warning={<Warning mode={mode} network={network} />}
        links={
          <LinkRows
            onRequest={coins.length === 0 ? undefined : () => views.show({ at: 'request' })}
            onList={() => views.show({ at: 'list' })}
            returnsFrom={views.before === 'list' ? 'list' : views.before && 'request'}
          />
        }
        rows={[
          { label: t('Network'), value: network.name },
          ...(accepted.length === 0
            ? []
            : [{ label: t('Coins'), value: accepted.map(({ symbol }) => symbol).join(', ') }]),
        ]}
      />
    </>
  );
}

/** The private balance accepts what can be shielded. */
function isAccepted(coin: Coin, network: NetworkName, mode: Mode): boolean {
  return coin.chain === network.name && (mode === 'public' || coin.isShieldable);
}

/** A coin that no private balance accepts is received in public. */
function canSwitch({ mode, coin }: Pick<ReceiveModalProps, 'mode' | 'coin'>): boolean {
  return mode === 'private' || coin === null || coin.isShieldable;
}

function Warning({ mode, network }: { mode: Mode; network: NetworkName }) {
  if (mode === 'public') return <WrongNetworkNotice network={network} />;
  return (
    <Notice tone="warn" title={t('For private payments only.')}>
      {t(
        'Kax and other RAILGUN wallets on {chain} can send to this address. Exchanges and other wallets can’t. Use your public address for those, then shield the money.',
        { chain: network.name },
      )}
    </Notice>
  );
}

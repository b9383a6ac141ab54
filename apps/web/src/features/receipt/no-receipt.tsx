import { t } from '#language/t';
import '../../ui/card.css';
import { Clock, ReceiptText } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';

interface NoReceiptProps {
  at: keyof typeof SENTENCES;
  /** What the server says, in place of the usual sentence. */
  sentence?: string;
}

/** Why there is no receipt, and whether there will be one. */
export function NoReceipt({ at, sentence }: NoReceiptProps) {
  const Icon = at === 'not-final' ? Clock : ReceiptText;
  const { title, sentence: usual } = SENTENCES[at];
  return (
    <section className="card">
      <EmptyState icon={<Icon className="icon" size={24} aria-hidden="true" />} title={title}>
        {sentence ?? usual}
      </EmptyState>
    </section>
  );
}

const SENTENCES = {
  'not-final': {
    title: t('This payment isn’t final yet'),
    sentence: t(
      'Your receipt will appear here as soon as it is. That usually takes a few minutes.',
    ),
  },
  failed: {
    title: t('There’s no receipt for this'),
    sentence: t('This payment failed, and no money moved.'),
  },
  'not-possible': {
    title: t('There’s no receipt for this'),
    sentence: t('We can’t make a receipt that proves this payment.'),
  },
  other: {
    title: t('There’s no receipt for this'),
    sentence: t('Receipts are for payments that you sent to someone or received from someone.'),
  },
  none: {
    title: t('We can’t find this payment'),
    sentence: t('It isn’t in your activity. Check the link, or open the payment from Activity.'),
  },
} as const;

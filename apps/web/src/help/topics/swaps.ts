import '../help-language.ts';
import { HIGH_SLIPPAGE_BPS, slippagePercent } from '#domain/swap/slippage';
import { t } from '#language/t';
import { paths } from '../../paths.ts';
import type { TopicGroup } from '../topic.ts';

export const swaps = {
  id: 'swaps',
  title: t('Swaps'),
  topics: [
    {
      id: 'swap',
      title: t('How does a swap work?'),
      text: [
        t(
          'An exchange finds routes from one coin to another, and you see what each one pays before you confirm. Swaps sell from your public balance and pay into it.',
        ),
        t('Swaps are public, even in private mode.'),
      ],
      link: { label: t('Swap'), to: paths.exchange },
    },
    {
      id: 'minimum-received',
      title: t('What does “Minimum received” mean?'),
      text: [
        t(
          'It’s the least that the swap pays if the price moves while it runs. If the price falls further, the swap fails instead.',
        ),
        t('Your swap history shows what arrived.'),
      ],
    },
    {
      id: 'slippage',
      title: t('What is slippage?'),
      text: [
        t(
          'It’s how much less than quoted you accept. More slippage makes a swap less likely to fail, but you may get a worse price.',
        ),
        t('From {percent}% on, we warn you.', {
          percent: slippagePercent(HIGH_SLIPPAGE_BPS),
        }),
      ],
    },
    {
      id: 'swap-waits',
      title: t('Why is my swap still running?'),
      text: [
        t(
          'A swap between networks waits for both networks and for the exchange. If it has several steps, the next one starts while you’re signed in.',
        ),
        t(
          'You can leave the page. If the exchange reports a delivery that we can’t see on the network, we say so.',
        ),
      ],
    },
  ],
} as const satisfies TopicGroup;

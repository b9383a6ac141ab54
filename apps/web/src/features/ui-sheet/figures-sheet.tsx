import { useState } from 'react';
import { FullAddress, ShortAddress } from '../../ui/address.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Change } from '../../ui/change.tsx';
import { ComparedAddresses } from '../../ui/compared-addresses.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Summary } from '../../ui/summary.tsx';
import { Switch } from '../../ui/switch.tsx';

const ADDRESS = '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a';
const LOOK_ALIKE = '0x3C8d90aB41D7c2E6f05B8e1974Ac63D2E8f1b06a';

export function FiguresSheet() {
  const [isHidden, setIsHidden] = useState(false);
  return (
    <Card className="ui-sheet__part">
      <h2 className="card-title">Figures</h2>
      <Switch label="Hide what is secret" isOn={isHidden} onChange={setIsHidden} />
      <Secret isHidden={isHidden} width="5em">
        <Amount text="$9,069.68" size="total" />
      </Secret>
      <div className="ui-sheet__row">
        <Mark src="/marks/token-pol.svg" badgeSrc="/marks/chain-polygon.svg" letters="POL" />
        <Mark src="/marks/token-avax.svg" badgeSrc="/marks/chain-avalanche.svg" letters="AVAX" />
        <Mark letters="JOE" />
        <Avatar name="Alice Moreau" />
        <Avatar name={null} />
        <Avatar name="Bob Tanaka" size="md" isTinted />
        <Spinner />
        <Change percent={2.14} />
        <Change percent={-0.01} />
        <Change percent={null} />
        <Sparkline samples={[1, 2, 1.5, 3, 2.8, 4]} tone="good" />
        <ShortAddress address={ADDRESS} />
      </div>
      <ComparedAddresses
        known={{ label: 'You paid before', address: ADDRESS }}
        other={{ label: 'You entered', address: LOOK_ALIKE }}
      />
      <Summary
        rows={[
          { label: 'To', value: <FullAddress address={ADDRESS} />, isStacked: true },
          { label: 'Amount', value: '250.000 USDC', note: '$249.95' },
        ]}
        total={{ label: 'Leaves your wallet', value: '250.000 USDC + 0.004118 POL' }}
      />
    </Card>
  );
}

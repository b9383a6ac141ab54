import { t } from '#language/t';
import { Checkbox } from '../ui/checkbox.tsx';
import { needsCheck, type RecipientDoubts } from './recipient-doubts.ts';

interface AddressTickProps {
  /** Null while they are loading. */
  doubts: RecipientDoubts | null;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** Confirm waits for this when the address is new, has changed, or looks like another one. */
export function AddressTick({ doubts, isChecked, onChange }: AddressTickProps) {
  if (doubts === null || !needsCheck(doubts)) return null;
  return (
    <Checkbox name="address-checked" isChecked={isChecked} onChange={onChange}>
      {doubts.lookAlike !== null || doubts.difference !== null
        ? t('I compared the whole address and want to pay the new one')
        : t('I checked the whole address.')}
    </Checkbox>
  );
}

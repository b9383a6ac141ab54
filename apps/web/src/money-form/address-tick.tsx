import { Checkbox } from '../ui/checkbox.tsx';

interface AddressTickProps {
  /** It looks like an address that was paid before. */
  isLookAlike: boolean;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** Confirm waits for this when the address is new or looks like another one. */
export function AddressTick({ isLookAlike, isChecked, onChange }: AddressTickProps) {
  return (
    <Checkbox name="address-checked" isChecked={isChecked} onChange={onChange}>
      {isLookAlike
        ? 'I compared the whole address and want to pay the new one'
        : 'I checked the whole address.'}
    </Checkbox>
  );
}

import { t } from '#language/t';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { Segmented } from '../../ui/segmented.tsx';

type Mode = 'public' | 'private';

interface BalanceChoiceProps {
  value: Mode;
  onChange: (mode: Mode) => void;
}

export function BalanceChoice({ value, onChange }: BalanceChoiceProps) {
  return (
    <Segmented
      label={t('Which balance receives')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'public', label: t('Public'), icon: <ModeMark mode="public" size={15} /> },
        { value: 'private', label: t('Private'), icon: <ModeMark mode="private" size={15} /> },
      ]}
    />
  );
}

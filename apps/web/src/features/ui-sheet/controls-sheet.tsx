import { Ellipsis, RefreshCw, Send, Shield } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ConfirmPasswordField } from '../../ui/confirm-password-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Menu } from '../../ui/menu.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import PhoneField from '../../ui/phone-field.tsx';
import { Picker } from '../../ui/picker.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const ANIMALS = [
  { value: 'boar', label: 'Boar', description: 'Lives in the forest' },
  { value: 'deer', label: 'Deer', description: 'Shy' },
  { value: 'pig', label: 'Pig', description: 'Saves' },
] as const;

const animalOptions = ANIMALS.map((animal) => ({
  ...animal,
  icon: <Mark letters={animal.label.toUpperCase()} size={28} />,
}));

export function ControlsSheet() {
  return (
    <>
      <Part title="Buttons">
        <Buttons />
      </Part>
      <Part title="Choices">
        <Choices />
      </Part>
      <Part title="Fields">
        <Fields />
      </Part>
      <Part title="Codes and new passwords">
        <CodesAndPasswords />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="ui-sheet__part">
      <h2 className="card-title">{title}</h2>
      {children}
    </Card>
  );
}

function Buttons() {
  return (
    <>
      <div className="ui-sheet__row">
        <Button variant="filled" icon={<Send className="icon" size={16} />}>
          Filled
        </Button>
        <Button>Outlined</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <Button variant="danger-filled">Danger filled</Button>
        <Button disabled>Disabled</Button>
        <Button variant="filled" isBusy busyLabel="Signing In...">
          Busy
        </Button>
        <Button size="sm">Small</Button>
        <Button size="lg">Large</Button>
      </div>
      <div className="ui-sheet__row">
        <IconButton label="Shield" look="accent" icon={<Shield className="icon" size={18} />} />
        <IconButton label="Refresh" icon={<RefreshCw className="icon" size={18} />} />
        <IconButton
          label="Refreshing"
          isSpinning
          disabled
          icon={<RefreshCw className="icon" size={18} />}
        />
        <Menu
          label="More"
          trigger={<Ellipsis className="icon" size={18} />}
          align="start"
          items={[
            { label: 'Send', icon: <Send className="icon" size={16} />, onSelect: () => {} },
            { label: 'Go to sign-in', to: '/login' },
          ]}
        />
        <CopyButton text="copied from the sheet" />
      </div>
    </>
  );
}

function Choices() {
  const [method, setMethod] = useState<'email' | 'phone'>('email');
  const [tab, setTab] = useState<'one' | 'two'>('one');
  const [animal, setAnimal] = useState<string | null>(null);
  const [isOn, setIsOn] = useState(true);
  return (
    <>
      <Segmented
        label="Way"
        value={method}
        options={[
          { value: 'email', label: 'Use email' },
          { value: 'phone', label: 'Use phone' },
        ]}
        onChange={setMethod}
      />
      <div className="ui-sheet__row">
        <Tabs
          label="Views"
          value={tab}
          tabs={[
            { value: 'one', label: 'USD' },
            { value: 'two', label: 'KAX' },
          ]}
          onChange={setTab}
        />
        <Picker
          label="Animal"
          placeholder="Select Animal"
          value={animal}
          options={animalOptions}
          onChange={setAnimal}
        />
      </div>
      <Switch label="Notes" description="Words under a switch" isOn={isOn} onChange={setIsOn} />
    </>
  );
}

function Fields() {
  const [phone, setPhone] = useState('');
  const [animal, setAnimal] = useState<(typeof ANIMALS)[number]['value']>('pig');
  return (
    <div className="ui-sheet__columns">
      <TextField label="With a hint" hint="What it is for" placeholder="Something" />
      <TextField label="With an error" error="This isn’t right" defaultValue="5,000" />
      <TextField label="Good" tone="good" hint="As it should be" defaultValue="fine" />
      <PasswordField label="Password" defaultValue="secret" />
      <Select label="Select" value={animal} options={ANIMALS} onChange={setAnimal} />
      <PhoneField label="Phone" value={phone} onChange={setPhone} />
    </div>
  );
}

const requirements = [
  { label: 'At least 8 characters', isMet: true },
  { label: 'One number', isMet: true },
  { label: 'One special character', isMet: false },
];

function CodesAndPasswords() {
  const [code, setCode] = useState('4812');
  const [password, setPassword] = useState('Piggybank7');
  const [confirmation, setConfirmation] = useState('Piggybank');
  const [hasAccepted, setHasAccepted] = useState(true);
  return (
    <div className="ui-sheet__columns">
      <CodeField label="Email Code" name="sheet-code" value={code} onChange={setCode} />
      <NewPasswordField
        label="New password"
        requirements={requirements}
        strength="Good"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <ConfirmPasswordField
        label="Confirm password"
        password={password}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      <Checkbox name="sheet-terms" isChecked={hasAccepted} onChange={setHasAccepted}>
        I accept this
      </Checkbox>
    </div>
  );
}

import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { MemoryRouter, useLocation, useNavigate } from '../navigation/navigation.tsx';
import { useStepsInUrl } from './use-steps-in-url.ts';

afterEach(cleanup);

type Step = 'form' | 'review';

/** @param isHasty Back is pressed before the entry of the review is on screen */
function Page({ isHasty }: { readonly isHasty: boolean }) {
  const [step, setStep] = useState<Step>('form');
  const { search } = useLocation();
  const navigate = useNavigate();
  const isOver = useRef(!isHasty);
  useStepsInUrl<Step>({
    isOpen: true,
    steps: ['form', 'review'],
    current: step,
    last: null,
    canGoBack: true,
    onBack: setStep,
  });
  useEffect(() => {
    if (step === 'form' || isOver.current) return;
    isOver.current = true;
    navigate(-1);
  }, [step, navigate]);
  return (
    <>
      <button type="button" onClick={() => setStep('review')}>
        Continue
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <p>
        {step} at {search}
      </p>
    </>
  );
}

const shown = () => screen.getByText(/ at /).textContent;

for (const isHasty of [false, true]) {
  test(`Back leads to the form${isHasty ? ', pressed before the review is on screen' : ''}, each time`, async () => {
    render(
      <MemoryRouter initialEntries={['/elsewhere', '/wallet?do=send']}>
        <Page isHasty={isHasty} />
      </MemoryRouter>,
    );
    const user = userEvent.setup();
    if (isHasty) {
      await user.click(screen.getByRole('button', { name: 'Continue' }));
      await waitFor(() => expect(shown()).toBe('form at ?do=send'));
    }
    for (let time = 0; time < 2; time += 1) {
      await user.click(screen.getByRole('button', { name: 'Continue' }));
      await waitFor(() => expect(shown()).toBe('review at ?do=send&step=review'));
      await user.click(screen.getByRole('button', { name: 'Back' }));
      await waitFor(() => expect(shown()).toBe('form at ?do=send'));
    }
  });
}

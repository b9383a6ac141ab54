import './form-intro.css';
import type { ReactNode } from 'react';

interface FormIntroProps {
  title: string;
  children: ReactNode;
}

/** The title of a form page with a sentence below it. */
export function FormIntro({ title, children }: FormIntroProps) {
  return (
    <div className="form-intro">
      <h1 className="page-title">{title}</h1>
      <p>{children}</p>
    </div>
  );
}

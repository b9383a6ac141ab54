import '../../ui/card.css';
import './currency-cards.css';
import { ArrowRight } from 'lucide-react';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { Mark } from '../../ui/mark.tsx';
import { depositCurrencies } from './deposit-currencies.ts';

/** The currencies that can be deposited, each linking to its screen. */
export function CurrencyCards() {
  return (
    <ul className="currency-cards">
      {depositCurrencies.map(({ id, name, description, icon }) => (
        <li key={id}>
          <Link className="card currency-card" to={paths.deposit(id)}>
            <span className="currency-card__top">
              <Mark src={icon} letters={name} size={48} />
              <ArrowRight className="icon" size={18} aria-hidden="true" />
            </span>
            <span className="currency-card__text">
              <b>{name}</b>
              <span>{description}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

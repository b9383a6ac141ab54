import { runProduct } from './running/run-product.ts';
import { readSettings } from './running/settings.ts';

// `npm run dev`: everything, with the web app from its sources, which reloads when they change.
await runProduct(readSettings(), 'sources');

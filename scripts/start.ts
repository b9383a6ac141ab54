import { runProduct } from './running/run-product.ts';
import { readSettings } from './running/settings.ts';

// `npm start`: everything, with the web app as it is built.
await runProduct(readSettings(), 'build');

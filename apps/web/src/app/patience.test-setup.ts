import { configure } from '@testing-library/react';

// A busy machine takes longer than the usual second to draw; what is there is found at once all the same.
configure({ asyncUtilTimeout: 60_000 });

// Before the texts of a topic. The build replaces this module by one that loads what only Help shows in the language of
// the page; Node and English pages need nothing.
export {};

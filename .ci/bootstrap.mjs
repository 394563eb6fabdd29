// What `npm start` and `npm test` run first. This file must be readable by very old versions of
// Node, or they would stop with a syntax error instead of the message below: nothing newer than
// ES2018 here but `import()`. Everything else is in bootstrap/, loaded after the check.

const LOWEST = 20;
const found = process.versions.node;

if (Number(found.split('.')[0]) < LOWEST) {
  console.error(
    'sovereign: this is Node ' +
      found +
      ', and Node ' +
      LOWEST +
      ' or newer is needed to start.\n' +
      'sovereign: install a newer Node (the rest of the toolchain is then fetched by itself) and try again.',
  );
  process.exit(78);
} else {
  import('./bootstrap/main.mjs')
    .then((bootstrap) => bootstrap.main(process.argv.slice(2)))
    .then((code) => {
      process.exitCode = code;
    })
    .catch((error) => {
      console.error(error);
      process.exitCode = 70;
    });
}

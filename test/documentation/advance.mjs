// advance DURATION: lets time pass in the cluster of a page whose clock is set by hand.
const query = `mutation { advanceClock(input: { by: "${process.argv[2]}" }) { errors { message } } }`;
const response = await fetch(`http://127.0.0.1:${process.env.ORRERY_PORT}/graphql`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
});
const { data, errors = [] } = await response.json();
const problems = [...errors, ...(data?.advanceClock?.errors ?? [])];
for (const { message } of problems) console.error(message);
process.exitCode = problems.length > 0 ? 1 : 0;

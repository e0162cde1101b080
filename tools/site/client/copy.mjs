/** Time for which a button says that it has copied. */
const SHOWN_MS = 1500;

/** Adds a button to each block that copies its text; of a session on a terminal it copies the commands. */
export function addCopyButtons(blocks) {
  for (const block of blocks) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const isSession = block.querySelector('.language-console') !== null;
      const text = block.querySelector('code').textContent;
      button.textContent = (await copied(isSession ? commandsOf(text) : text)) ? 'Copied' : 'Not allowed';
      setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS);
    });
    const frame = document.createElement('div');
    frame.className = 'block';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

/** False where the browser refuses, as it does on pages without TLS on another machine. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The commands of a session: what follows `$ `, with the lines that continue it. */
function commandsOf(session) {
  const commands = [];
  let isOpen = false;
  for (const line of session.split('\n')) {
    if (line.startsWith('$ ')) commands.push(line.slice(2));
    else if (isOpen) commands.push(line);
    else continue;
    isOpen = commands.at(-1).endsWith('\\') || (commands.join('\n').match(/'/g)?.length ?? 0) % 2 === 1;
  }
  return `${commands.join('\n')}\n`;
}

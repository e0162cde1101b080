/** Makes a line of the next version of the format out of one of an earlier version. Lines that are not known are left as they are. */
export type Upgrade = (line: unknown) => unknown;

/** Upgrades by the version that they read; none is ever removed. */
export type Upgrades = Readonly<Record<number, Upgrade>>;

export const UPGRADES: Upgrades = {
  1: (line) => {
    // Kubelets did not remember on which nodes the usage had just been changed.
    const { component, state } = line as { readonly component?: unknown; readonly state?: KubeletOfVersion1 };
    if (component !== 'kubelet' || !state?.pressure) return line;
    return { ...(line as object), state: { ...state, pressure: { ...state.pressure, touched: [] } } };
  },
  2: (line) => {
    // Decisions were not cut with the log. Who set the faults was not kept: restoring one has it from the beginning.
    const { type } = line as { readonly type?: unknown };
    return type === 'decisions' ? { ...(line as object), revision: 0 } : line;
  },
};

interface KubeletOfVersion1 {
  readonly pressure?: object;
}

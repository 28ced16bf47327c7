/** Why a figure is missed, by how its name begins: written by whoever looked into it, printed beside the figure. */
export const reasons: readonly (readonly [figure: string, why: string])[] = []

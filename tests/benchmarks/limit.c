/* The limit for the benchmark: the same first-empty-cell search over ready-made placements.
 *
 * Input: the number of tasks; for each its cells, the number of placements, and for each
 * placement its cells and the number of its piece. Output: nanoseconds of the processor and one count a task. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct { uint64_t cells; uint32_t piece; } Placement;
typedef struct { uint64_t cells; int first[65]; Placement *placements; } Task;

static int by_lowest(const void *a, const void *b) {
    int p = __builtin_ctzll(((const Placement *)a)->cells);
    int q = __builtin_ctzll(((const Placement *)b)->cells);
    return p - q;
}

static uint64_t fill(const Task *task, uint64_t empty, uint32_t used) {
    if (!empty) return 1;
    int lowest = __builtin_ctzll(empty);
    uint64_t covers = 0;
    for (int i = task->first[lowest]; i < task->first[lowest + 1]; i++) {
        const Placement *p = &task->placements[i];
        if (!(p->cells & ~empty) && !(p->piece & used))
            covers += fill(task, empty ^ p->cells, used | p->piece);
    }
    return covers;
}

int main(void) {
    int count;
    if (scanf("%d", &count) != 1) return 1;
    Task *tasks = calloc(count, sizeof *tasks);
    uint64_t *covers = calloc(count, sizeof *covers);
    for (int t = 0; t < count; t++) {
        int n;
        if (scanf("%" SCNu64 " %d", &tasks[t].cells, &n) != 2) return 1;
        tasks[t].placements = calloc(n, sizeof(Placement));
        for (int i = 0; i < n; i++) {
            int piece;
            if (scanf("%" SCNu64 " %d", &tasks[t].placements[i].cells, &piece) != 2) return 1;
            tasks[t].placements[i].piece = UINT32_C(1) << piece;
        }
        qsort(tasks[t].placements, n, sizeof(Placement), by_lowest);
        for (int cell = 0, i = 0; cell <= 64; cell++) {
            while (i < n && __builtin_ctzll(tasks[t].placements[i].cells) < cell) i++;
            tasks[t].first[cell] = i;
        }
    }
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (int t = 0; t < count; t++) covers[t] = fill(&tasks[t], tasks[t].cells, 0);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("%" PRId64 "\n", (int64_t)(b.tv_sec - a.tv_sec) * 1000000000 + (b.tv_nsec - a.tv_nsec));
    for (int t = 0; t < count; t++) printf("%" PRIu64 "\n", covers[t]);
    return 0;
}

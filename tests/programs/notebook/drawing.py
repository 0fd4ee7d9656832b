def draw_tree():
    figure, axes = plt.subplots(figsize=(4, 3))
    axes.plot(1, 2, 'ro')
    plt.show()

draw_tree()
print("MAX is red")
